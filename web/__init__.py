"""The course's site: components, the Sphinx extension that places them, the build."""
