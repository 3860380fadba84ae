"""Accounting enters match play coupons by their numbers; what became of them stands beside (A44)."""

import secrets
from typing import TYPE_CHECKING, Any

from minibac.houses.house import packaged_house
from tests.page.workers import at_work
from tests.server.running import RunningServer, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COUPONS = "/api/house/coupons"


def enters(person: Any, status: int = 200, **facts: Any) -> Any:
    entered = {"prefix": "MP", "face_cents": 25_00, "first": 101, "last": 200, **facts}
    order = {"id": secrets.token_hex(8), "command": {"command": "RegisterCoupons", **entered}}
    return person.post("/api/house/commands", order, status=status)


def test_accounting_enters_coupons_and_reads_what_became_of_them(browser: "Browser") -> None:
    with running(houses=[packaged_house("grand")]) as server:
        _refused(server)
        with at_work(server, browser, "accounting") as books:
            assert books.client.get(COUPONS)["may"] == ["RegisterCoupons"]
            books.go("/books#forms")
            books.find("#coupons").get_by_text("No coupon is entered").wait_for()
            books.find("#coupons [data-do=RegisterCoupons]").click()
            books.find("dialog button[type=submit]").click()
            row = books.find("#coupons tbody tr")
            row.filter(has_text="MP-000100").wait_for()
            assert "$25" in row.inner_text()
            assert enters(books.client, 409, first=50)["refusal"]["clause"] == "A44"
            assert enters(books.client, 409, face_cents=50_00)["refusal"]["allowed"] == ["MP=2500"]
            enters(books.client)
            now = books.client.get(COUPONS)
            assert now["issued"] == [{"prefix": "MP", "face_cents": 25_00, "next": 201}]
            assert [(row["first"], row["given_out"], row["played"], row["lying"]) for row in now["entered"]] == [
                ("MP-000001", 100, 0, []),
                ("MP-000101", 100, 0, []),
            ]


def _refused(server: RunningServer) -> None:
    with server.guest("Coco") as guest, server.staff("surveillance") as eye:
        assert guest.http.get(COUPONS).status_code == 403
        assert eye.get(COUPONS)["may"] == [], "surveillance reads, and enters nothing"
        enters(eye, 403)
