"""Figures for whoever runs the house, in the form that Prometheus reads. Each app has its own registry."""

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128)


class Metrics:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=self.registry), partial(Gauge, registry=self.registry)
        seconds = partial(Histogram, registry=self.registry, buckets=SECONDS)
        sizes = partial(Histogram, registry=self.registry, buckets=SIZES)
        self.coups = counter("minibac_coups", "Coups settled or void", ["table", "status"])
        self.commands = counter("minibac_commands", "Commands by kind and outcome", ["kind", "outcome"])
        self.command_seconds = seconds("minibac_command_seconds", "From the message to the durable answer")
        self.tell_seconds = seconds("minibac_tell_seconds", "Writing news down and handing it out")
        self.commit_events = sizes("minibac_commit_events", "Events in one write")
        self.store_commits = gauge("minibac_store_commits", "Transactions that the store has committed")
        per_commit = "Writes in them: divided by the commits, the size of a group"
        self.store_writes = gauge("minibac_store_writes", per_commit)
        self.store_waiting = gauge("minibac_store_waiting", "Writes that wait for the next commit")
        self.queue = gauge("minibac_queue_messages", "Messages that wait at the slowest connection")
        self.connections = gauge("minibac_connections", "Pages at tables", ["role"])
        self.open_connections = gauge("minibac_open_connections", "Connections of every kind, pages among them")
        self.dropped = counter("minibac_dropped_connections", "Connections ended by the house", ["code"])
        self.wrong = counter("minibac_wrong_messages", "Messages that were not understood")
        self.refused = counter("minibac_refused_requests", "Requests refused, by status", ["status"])
        self.requests = seconds("minibac_request_seconds", "HTTP requests", ["method"])
        self.sign_in_failures = counter("minibac_sign_in_failures", "Wrong names or passwords")
        self.tables = gauge("minibac_tables", "Tables of this process")
        self.faults = gauge("minibac_faults", "What the last check found wrong in what is kept")
        self.backup_at = gauge("minibac_backup_timestamp_seconds", "When the newest scheduled copy was made that holds")
        self.backup_failures = gauge("minibac_backup_failures", "Scheduled copies that failed, since the start")
        self.free_bytes = gauge("minibac_free_bytes", "Room on the disk of the data folder")
        self.paused = gauge("minibac_paused", "1 while no new coup begins")

    def text(self) -> bytes:
        """The page."""
        return generate_latest(self.registry)
