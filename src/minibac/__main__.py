"""``python -m minibac`` is the command ``minibac``."""

from minibac.cli import main

if __name__ == "__main__":
    main()
