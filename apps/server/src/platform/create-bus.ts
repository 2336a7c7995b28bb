import { type Bus, createLocalBus } from './bus.ts'
import type { Config } from './config.ts'
import { createNatsBus } from './nats-bus.ts'

/** The configured bus: in-process, or over NATS when `NATS_URL` is set. */
export async function createBus(
  config: Pick<Config, 'natsUrl'>,
  log: {
    readonly error: (details: object, text: string) => void
    readonly info: (details: object, text: string) => void
  },
): Promise<Bus> {
  const onError = (error: unknown) => log.error({ err: error }, 'bus')
  if (config.natsUrl === undefined) return createLocalBus(onError)
  return createNatsBus({
    url: config.natsUrl,
    onError,
    onStatus: (isConnected) => log.info({ isConnected }, isConnected ? 'NATS connected' : 'NATS lost'),
  })
}
