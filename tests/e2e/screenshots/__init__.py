"""Photographs every page, light and dark: at two sizes for the docs, or at ten to look at before a release."""
