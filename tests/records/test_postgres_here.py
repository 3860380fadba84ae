"""PostgreSQL is really here: what the tests of the larger store stand on."""

import psycopg
import pytest

from tests.postgres import Server


def test_it_answers(postgres_database: str) -> None:
    with psycopg.connect(postgres_database) as connection:
        row = connection.execute("select version()").fetchone()
    assert row is not None
    assert row[0].startswith("PostgreSQL 18")


def test_every_database_is_fresh(postgres: Server) -> None:
    with postgres.database() as first, postgres.database() as second:
        left_open = psycopg.connect(first)
        left_open.execute("create table coups (seq bigint)")
        left_open.execute("create schema minibac create table coups (seq bigint)")
        left_open.commit()
        with psycopg.connect(second) as connection:
            assert connection.execute("select to_regclass('coups')").fetchone() == (None,)
    with pytest.raises(psycopg.OperationalError):
        left_open.execute("select 1")
    left_open.close()
    with postgres.database() as third, psycopg.connect(third) as connection:
        assert third in (first, second)
        found = connection.execute("select count(*) from pg_class where relname = 'coups'").fetchone()
        assert found == (0,)
        assert connection.execute("select to_regnamespace('minibac')").fetchone() == (None,)


def test_it_listens_on_its_socket_alone(postgres: Server) -> None:
    with psycopg.connect(postgres.address()) as connection:
        assert connection.execute("show listen_addresses").fetchone() == ("",)
