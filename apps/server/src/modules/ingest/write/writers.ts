import { element } from '@natim/domain/element'
import type { Pool } from '../../../platform/db/pool.ts'
import type { Log } from '../../../platform/logger.ts'
import type { PartitionKeeper } from '../maintenance/partitions.ts'
import type { Device } from '../register/register-types.ts'
import type { Backlog } from './backlog.ts'
import type { Committed } from './commit-group.ts'
import type { CommitGroup } from './group.ts'
import { ShardWriter, type WriterOptions } from './shard-writer.ts'

export interface WritersDeps {
  readonly pool: Pool
  readonly log: Log
  readonly count: number
  readonly options: WriterOptions
  readonly backlog: Backlog
  readonly partitions: PartitionKeeper
  /** Monotonic, ms. */
  readonly clock: () => number
  /** Wall clock, epoch ms. */
  readonly now: () => number
  readonly isOnCitus: () => Promise<boolean>
  readonly onCommitted: (committed: Committed, durationMs: number) => void
}

/** All writers; each device belongs to one of them. */
export class Writers {
  readonly #shards: readonly ShardWriter[]
  #isUp = true

  constructor({ count, partitions, ...deps }: WritersDeps) {
    const prepare = (group: CommitGroup, isRetry: boolean) => partitions.prepare(group.spans(), isRetry)
    const onHealth = (isUp: boolean) => {
      this.#isUp = isUp
    }
    this.#shards = Array.from({ length: count }, () => new ShardWriter({ ...deps, prepare, onHealth }))
  }

  /** Whether the last attempt to write reached the database. */
  get isDatabaseUp(): boolean {
    return this.#isUp
  }

  of(device: Device): ShardWriter {
    return element(this.#shards[device.deviceNo % this.#shards.length])
  }

  async stop(deadlineMs: number): Promise<void> {
    await Promise.all(this.#shards.map((shard) => shard.stop(deadlineMs)))
  }
}
