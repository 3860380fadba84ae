"""What the administrator does to a running house: a copy of everything that is kept (R44)."""

from litestar import post

from minibac.house.logs import log
from minibac.machine.roles import Role
from minibac.records.store import StoreError
from minibac.server.answers import Asked, Asking, entitled, no, says
from minibac.server.http_types import BackupMade
from minibac.voice.said import said, words_of


@post("/api/backup", status_code=201, responses=says(401, 409, 423))
async def backup(request: Asked, asking: Asking) -> BackupMade:
    """Copy everything that is kept into the folder for copies (``backup_folder``), while the house runs.

    The key of the vault is not in it: keep a copy of that somewhere else.
    """
    front, found = entitled(request, asking, Role.ADMIN, whose=said("copies are made by the administrator"))
    try:
        name = await front.backups.make()
    except (StoreError, OSError) as error:
        raise no(409, said("no copy was made: {error}", error=words_of(error))) from None
    log().info("backup", kind="backup", name=name, by=found.account.id)
    return {"name": name, "folder": front.backups.folder.name}


ROUTES = (backup,)
