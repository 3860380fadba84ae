"""How Sphinx makes the manual out of the pages under docs/: ``python3 go.py docs`` calls it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import minibac

project = "minibac"
author = "The minibac authors"
version = release = minibac.__version__
extensions = ["myst_parser", "manual", "reference"]
exclude_patterns = ["site"]
suppress_warnings = ["misc.highlighting_failure"]  # a block that leaves something out with … keeps its language
nitpicky = False  # types in signatures are no links

myst_heading_anchors = 4
myst_links_external_new_tab = False

highlight_language = "text"
html_theme = "furo"
html_title = f"minibac {version}"
html_favicon = "../../src/minibac/web/static/favicon.svg"
html_static_path = ["static"]
html_css_files = ["manual.css"]
templates_path = ["templates"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
html_last_updated_fmt = None
html_permalinks_icon = "§"
html_theme_options = {"navigation_with_keys": False}
