"""PostgreSQL is really here: what the tests of the larger store stand on."""

import psycopg
import pytest

from tests.postgres import Server


def test_it_answers(postgres_database: str) -> None:
    with psycopg.connect(postgres_database) as connection:
        row = connection.execute("select version()").fetchone()
    assert row is not None
    assert row[0].startswith("PostgreSQL 18")


def test_every_database_is_fresh_and_goes_away(postgres: Server) -> None:
    with postgres.database() as first, postgres.database() as second:
        left_open = psycopg.connect(first)
        left_open.execute("create table coups (seq bigint)")
        left_open.commit()
        with psycopg.connect(second) as connection:
            assert connection.execute("select to_regclass('coups')").fetchone() == (None,)
    with pytest.raises(psycopg.OperationalError):
        left_open.execute("select 1")
    left_open.close()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(first)


def test_it_listens_on_its_socket_alone(postgres: Server) -> None:
    with psycopg.connect(postgres.address()) as connection:
        assert connection.execute("show listen_addresses").fetchone() == ("",)
