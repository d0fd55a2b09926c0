"""The sentences of `lmhead.messages`, which were here."""

from ..messages import DOMAIN as DOMAIN
from ..messages import LANGUAGES as LANGUAGES
from ..messages import Listed as Listed
from ..messages import Message as Message
from ..messages import Own as Own
from ..messages import current_language as current_language
from ..messages import domain_of as domain_of
from ..messages import language as language
from ..messages import listed as listed
from ..messages import say as say
from ..messages import sentence as sentence
from ..messages import use_language as use_language
from ..messages import use_own as use_own
