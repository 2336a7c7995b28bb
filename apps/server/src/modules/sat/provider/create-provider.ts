import type { Config } from '../../../platform/config.ts'
import { createEgress } from '../../../platform/egress.ts'
import { createHttpProvider } from './http-provider.ts'
import type { SatProvider } from './provider.ts'
import { createStandIn } from './stand-in.ts'

type Settings = Pick<Config, 'satelliteUrl' | 'satelliteToken' | 'egressPrivateHosts' | 'demoEnabled'>

/** The configured provider; in a demonstration the stand-in; undefined = approved tasks wait. */
export function createProvider(config: Settings, now: () => number): SatProvider | undefined {
  const { satelliteUrl: url, satelliteToken: token, egressPrivateHosts: privateHosts } = config
  if (url !== undefined) {
    const egress = createEgress({ hosts: [new URL(url).hostname], privateHosts })
    return createHttpProvider({ url, token, egress })
  }
  return config.demoEnabled ? createStandIn(now) : undefined
}
