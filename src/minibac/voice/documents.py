"""Documents made from a template with words and facts (extra ``report``)."""

from importlib.resources.abc import Traversable

import jinja2


def environment(folder: Traversable) -> jinja2.Environment:
    """Where the HTML templates of a folder are filled in; a fact that is missing is an error."""
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
