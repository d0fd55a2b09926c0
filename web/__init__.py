"""The course's site: the page's own components, the Sphinx extension that places them, the build."""
