import type { Db } from '../../../platform/db/db.ts'
import { errorOf } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/logger.ts'
import type { Uplink, UplinkMessage } from '../accept/uplink.ts'
import {
  deleteQuarantined,
  findQuarantined,
  findQuarantinedClients,
  insertQuarantined,
} from '../access/quarantine.repository.ts'
import type { Register } from '../register/register.ts'
import type { Device } from '../register/register-types.ts'

const REPLAY_STEP = 100

export interface QuarantineDeps {
  readonly db: Db
  readonly log: Log
  readonly register: Register
  readonly uplink: () => Uplink
}

/** Messages that a gateway delivers for unregistered children (domain §6.3 step 1). */
export class Quarantine {
  readonly #deps: QuarantineDeps
  #running: Promise<void> = Promise.resolve()

  constructor(deps: QuarantineDeps) {
    this.#deps = deps
  }

  /** Keeps a message; its waiter is called when it is durable, or with an error when the quarantine is full. */
  keep(gateway: Device, childId: string, { kind, payload, waiter }: UplinkMessage): void {
    insertQuarantined(this.#deps.db, { gatewayId: gateway.id, clientId: childId, kind, payload }).then(
      (isKept) => waiter?.(isKept ? undefined : new Error('quarantine is full')),
      (error: unknown) => waiter?.(errorOf(error)),
    )
  }

  /** Replays messages of children registered since. Runs are serialised. */
  replay(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#replayAll())
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'quarantine could not be replayed')
      })
    return this.#running
  }

  async #replayAll(): Promise<void> {
    const { db, register } = this.#deps
    for (const { gatewayId, clientId } of await findQuarantinedClients(db)) {
      const gateway = register.byId(gatewayId)
      const isRegistered = register.byClientId(clientId)?.gatewayId === gatewayId
      if (gateway && isRegistered) await this.#replayClient(gateway, clientId)
    }
  }

  async #replayClient(gateway: Device, clientId: string): Promise<void> {
    const { db, log } = this.#deps
    let count = 0
    for (let afterId = 0; ; ) {
      const rows = await findQuarantined(db, gateway.id, clientId, afterId, REPLAY_STEP)
      const last = rows.at(-1)
      if (last === undefined) break
      const done = await Promise.all(rows.map((row) => this.#take(gateway, clientId, row)))
      const ids = rows.filter((_row, index) => done[index]).map((row) => row.id)
      if (ids.length > 0) await deleteQuarantined(db, ids)
      count += ids.length
      afterId = last.id
    }
    log.info({ clientId, count }, 'quarantined messages replayed')
  }

  /** @returns whether the message is finished: stored, or refused for its content. */
  #take(
    gateway: Device,
    childId: string,
    row: { readonly kind: string; readonly payload: Buffer; readonly receivedAt: Date },
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const { ack } = this.#deps.uplink().handle({
        sender: gateway,
        childId,
        kind: row.kind,
        payload: row.payload,
        // The original receive time, so that a restart in between does not make it late.
        rxMs: row.receivedAt.getTime(),
        isMarkedDuplicate: false,
        isReplay: true,
        waiter: (error) => resolve(error === undefined),
      })
      if (ack !== 'later') resolve(ack === 'now')
    })
  }
}
