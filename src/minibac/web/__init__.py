"""The pages: files that a browser takes from the server, and a verifier that anybody can take along."""
