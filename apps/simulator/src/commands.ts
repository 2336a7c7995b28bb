import type { DevicePlan, Group } from './plan.ts'

/** Commands of domain §6.1: period, zero calibration, restart, firmware. */
export interface Commands {
  /** Executes a command and answers it; garbage is not answered, because it has no id. */
  handle(payload: Buffer, nowMs: number): void
  periodMs(group: Group, times: number, minMs: number): number
  readonly firmware: () => string
  /** Start of the current uptime. */
  readonly bootedMs: (startMs: number) => number
}

interface Command {
  readonly id: string
  readonly cmd: string
  readonly p?: Readonly<Record<string, unknown>>
  readonly exp?: number
}

/** Response codes: 0 done, 1 unknown command, 2 bad parameter, 3 expired. */
type Answer = { readonly code: 0 | 1 | 2 | 3; readonly data?: Readonly<Record<string, unknown>> }

const MIN_PERIOD_S = 1
const MAX_PERIOD_S = 3600
const OTA_STEPS = [0, 35, 70, 100]

/** @param reply sends the text of an acknowledgement. */
export function createCommands(plan: DevicePlan, reply: (payload: string) => void): Commands {
  let periodS: number | undefined
  let firmware = plan.device.firmware
  let rebootedMs: number | undefined

  const run: Readonly<Record<string, (command: Command, nowMs: number) => Answer>> = {
    set_period: ({ p }) => {
      const wanted = p?.periodS
      if (typeof wanted !== 'number' || !(wanted >= MIN_PERIOD_S && wanted <= MAX_PERIOD_S)) return { code: 2 }
      periodS = wanted
      return { code: 0, data: { periodS } }
    },
    zero_calib: ({ p }) => ({ code: 0, data: { seq: p?.seq ?? null, deviation: 0 } }),
    reboot: (_command, nowMs) => {
      rebootedMs = nowMs
      return { code: 0 }
    },
    ota: ({ id, p }, nowMs) => {
      if (typeof p?.version !== 'string' || p.version === '') return { code: 2 }
      for (const progress of OTA_STEPS.slice(0, -1))
        reply(JSON.stringify({ id, ok: true, code: 0, data: { progress } }))
      firmware = p.version
      rebootedMs = nowMs
      return { code: 0, data: { progress: 100, version: firmware } }
    },
  }

  return {
    handle(payload, nowMs) {
      const command = parse(payload)
      if (!command) return
      const isExpired = command.exp !== undefined && command.exp < nowMs
      const { code, data }: Answer = isExpired ? { code: 3 } : (run[command.cmd]?.(command, nowMs) ?? { code: 1 })
      reply(JSON.stringify({ id: command.id, ok: code === 0, code, data }))
    },
    periodMs: (group, times, minMs) => Math.max(minMs, ((periodS ?? group.periodS) * 1000) / times),
    firmware: () => firmware,
    bootedMs: (startMs) => rebootedMs ?? startMs,
  }
}

function parse(payload: Buffer): Command | undefined {
  try {
    const value = JSON.parse(payload.toString()) as Partial<Command> | null
    return typeof value?.id === 'string' && typeof value.cmd === 'string' ? (value as Command) : undefined
  } catch {
    return undefined
  }
}
