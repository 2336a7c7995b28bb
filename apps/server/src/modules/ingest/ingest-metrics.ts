import type { IngestCode } from '@natim/contract/mon/ingest'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export interface GaugeSources {
  readonly queuedPoints: () => number
  readonly connections: () => number
}

/** Metrics for operators; their names are part of the product. */
export class IngestMetrics {
  readonly #points: Counter
  readonly #messages: Counter<'kind'>
  readonly #rejects: Counter<'code'>
  readonly #commit: Histogram
  readonly #denials: Counter<'reason'>
  #storedPoints = 0

  constructor(registry: Registry) {
    const registers = [registry]
    this.#points = new Counter({ name: 'natim_ingest_points_total', help: 'Points stored', registers })
    this.#messages = new Counter({
      name: 'natim_ingest_messages_total',
      help: 'Messages received, by kind',
      labelNames: ['kind'],
      registers,
    })
    this.#rejects = new Counter({
      name: 'natim_ingest_rejects_total',
      help: 'Points or messages refused, by code',
      labelNames: ['code'],
      registers,
    })
    this.#commit = new Histogram({
      name: 'natim_ingest_commit_seconds',
      help: 'From taking a group of points to its commit, retries included',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    })
    this.#denials = new Counter({
      name: 'natim_ingest_denials_total',
      help: 'Sign-ins, topics and packets denied, and sessions replaced by a newer one, by reason',
      labelNames: ['reason'],
      registers,
    })
  }

  /** Since the start of the process. */
  get storedPoints(): number {
    return this.#storedPoints
  }

  /** Gauges whose values are read at scrape time. */
  watch(registry: Registry, sources: GaugeSources): void {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    gauge('natim_ingest_queue_points', 'Points accepted and not durable yet', sources.queuedPoints)
    gauge('natim_mqtt_connections', 'Signed-in MQTT clients', sources.connections)
  }

  message(kind: string): void {
    this.#messages.inc({ kind })
  }

  reject(code: IngestCode, count: number): void {
    this.#rejects.inc({ code }, count)
  }

  deny(reason: string): void {
    this.#denials.inc({ reason })
  }

  committed(points: number, durationMs: number): void {
    this.#storedPoints += points
    this.#points.inc(points)
    this.#commit.observe(durationMs / 1_000)
  }
}
