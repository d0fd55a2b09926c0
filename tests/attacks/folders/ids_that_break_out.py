"""Cell ids, tags and names of attachments that end an attribute and begin a script."""

from tests.attacks.bank import REAL, write


def hand_in(folder, notebook):
    for cell in notebook.cells:
        cell.id = '"><script>alert(1)</script>'
        cell.metadata["tags"] = ["</style><script>alert(1)</script>"]
        cell.metadata["name"] = "<!--"
    write(folder, notebook, REAL)
