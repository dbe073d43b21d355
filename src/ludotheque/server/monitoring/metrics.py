"""The metrics of a server, in the format of Prometheus. Each server has its own registry; nothing here is global."""

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from ludotheque.store.store import Store

disable_created_metrics()  # type: ignore[no-untyped-call] # otherwise each counter has an extra line

_REQUEST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "ludotheque_requests", "HTTP requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self.request_seconds = Histogram(
            "ludotheque_request_seconds", "Time to answer a request.", buckets=_REQUEST_BUCKETS, registry=self.registry
        )
        self.refusals = Counter("ludotheque_refusals", "Requests refused, by code.", ("code",), registry=self.registry)
        self.connections = Gauge("ludotheque_connections", "Sockets open now.", registry=self.registry)
        self.tcp_connections = Gauge(
            "ludotheque_tcp_connections", "TCP connections that are not closed yet.", registry=self.registry
        )
        self.connections_refused = Counter(
            "ludotheque_connections_refused", "TCP connections refused, by reason.", ("why",), registry=self.registry
        )
        self.connections_aborted = Counter(
            "ludotheque_connections_aborted", "TCP connections aborted, by reason.", ("why",), registry=self.registry
        )
        self.tables_live = Gauge("ludotheque_tables_live", "Tables in memory now.", registry=self.registry)
        self.plies = 0
        """Plies made durable, chance included. A number, because a Counter takes four calls for every move."""
        self.bot_queue = Gauge(
            "ludotheque_bot_queue", "Questions that wait until a bot process is free.", registry=self.registry
        )
        self.think_seconds = Histogram(
            "ludotheque_think_seconds",
            "Time that a bot thought about a move.",
            ("level",),
            buckets=(0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0),
            registry=self.registry,
        )
        self.registry.register(_Collected(self._collect_plies))

    def _collect_plies(self) -> Iterator[Metric]:
        yield CounterMetricFamily("ludotheque_plies", "Plies made durable, chance included.", self.plies)

    def watch(self, store: Store) -> None:
        """Export the counters that a store keeps itself."""

        def collect() -> Iterator[Metric]:
            yield CounterMetricFamily("ludotheque_writes", "Writes made durable.", store.requests)
            yield CounterMetricFamily("ludotheque_commits", "Groups they were written in.", store.transactions)

        self.registry.register(_Collected(collect))

    def on_bot_answer(self, level: str, seconds: float) -> None:
        """Observe how many seconds a bot thought."""
        self.think_seconds.labels(level).observe(seconds)

    def format(self) -> bytes:
        """Format all metrics as Prometheus text."""
        return generate_latest(self.registry)


class _Collected(Collector):
    """Exports numbers that others count."""

    def __init__(self, collect: Callable[[], Iterator[Metric]]) -> None:
        self._collect = collect

    def collect(self) -> Iterator[Metric]:
        """Yield what they have counted so far."""
        return self._collect()
