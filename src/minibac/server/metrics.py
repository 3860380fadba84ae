"""Figures for whoever runs the house, in the form that Prometheus reads. Each app has its own registry."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128)


class Metrics:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.coups = Counter("minibac_coups", "Coups settled or void", ["table", "status"], registry=registry)
        self.commands = Counter(
            "minibac_commands", "Commands by kind and outcome", ["kind", "outcome"], registry=registry
        )
        self.command_seconds = Histogram(
            "minibac_command_seconds",
            "From the message to the durable answer",
            buckets=SECONDS,
            registry=registry,
        )
        self.tell_seconds = Histogram(
            "minibac_tell_seconds", "Writing news down and handing it out", buckets=SECONDS, registry=registry
        )
        self.commit_events = Histogram("minibac_commit_events", "Events in one write", buckets=SIZES, registry=registry)
        self.store_commits = Gauge(
            "minibac_store_commits", "Transactions that the store has committed", registry=registry
        )
        self.store_writes = Gauge(
            "minibac_store_writes", "Writes in them: divided by the commits, the size of a group", registry=registry
        )
        self.store_waiting = Gauge("minibac_store_waiting", "Writes that wait for the next commit", registry=registry)
        self.queue = Gauge("minibac_queue_messages", "Messages that wait at the slowest connection", registry=registry)
        self.connections = Gauge("minibac_connections", "Open connections", ["role"], registry=registry)
        self.dropped = Counter(
            "minibac_dropped_connections", "Connections ended by the house", ["code"], registry=registry
        )
        self.wrong = Counter("minibac_wrong_messages", "Messages that were not understood", registry=registry)
        self.refused = Counter("minibac_refused_requests", "Requests refused, by status", ["status"], registry=registry)
        self.requests = Histogram(
            "minibac_request_seconds", "HTTP requests", ["method"], buckets=SECONDS, registry=registry
        )
        self.sign_in_failures = Counter("minibac_sign_in_failures", "Wrong names or passwords", registry=registry)
        self.tables = Gauge("minibac_tables", "Tables of this process", registry=registry)
        self.paused = Gauge("minibac_paused", "1 while no new coup begins", registry=registry)

    def text(self) -> bytes:
        """The page."""
        return generate_latest(self.registry)
