import type { Config } from '../../platform/config.ts'
import { createEgress } from '../../platform/egress.ts'
import type { WxGateway } from './gateway.ts'
import { createWxClient } from './http-client.ts'
import { createWxStandIn } from './stand-in.ts'

type Settings = Pick<Config, 'wxApiUrl' | 'wxAppId' | 'wxAppSecret' | 'egressPrivateHosts' | 'demoEnabled'>

/** Whether anything that is scheduled can come out. */
export const hasWxAccount = ({ wxAppId, wxAppSecret, demoEnabled }: Settings): boolean =>
  demoEnabled || (wxAppId !== undefined && wxAppSecret !== undefined)

/** The public account of the configuration; the stand-in where there is a demonstration; undefined = there is none. */
export function createWxGateway(config: Settings, now: () => number): WxGateway | undefined {
  const { wxApiUrl: url, wxAppId: appId, wxAppSecret: secret, egressPrivateHosts: privateHosts } = config
  if (appId !== undefined && secret !== undefined) {
    const egress = createEgress({ hosts: [new URL(url).hostname], privateHosts })
    return createWxClient({ url, appId, secret, egress, now })
  }
  return config.demoEnabled ? createWxStandIn({ now }) : undefined
}
