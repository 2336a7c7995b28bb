import type { Config } from '../../platform/config.ts'
import { createEgress } from '../../platform/egress.ts'
import type { WxGateway } from './gateway.ts'
import { createWxClient } from './http-client.ts'
import { createWxStandIn } from './stand-in.ts'

type Settings = Pick<Config, 'wxApiUrl' | 'wxAppId' | 'wxAppSecret' | 'egressPrivateHosts' | 'demoEnabled'>

/** Whether scheduled articles can be published at all. */
export const hasWxAccount = ({ wxAppId, wxAppSecret, demoEnabled }: Settings): boolean =>
  demoEnabled || (wxAppId !== undefined && wxAppSecret !== undefined)

/** The configured public account; in a demonstration the stand-in; undefined if there is neither. */
export function createWxGateway(config: Settings, now: () => number): WxGateway | undefined {
  const { wxApiUrl: url, wxAppId: appId, wxAppSecret: secret, egressPrivateHosts: privateHosts } = config
  if (appId !== undefined && secret !== undefined) {
    const egress = createEgress({ hosts: [new URL(url).hostname], privateHosts })
    return createWxClient({ url, appId, secret, egress, now })
  }
  return config.demoEnabled ? createWxStandIn({ now }) : undefined
}
