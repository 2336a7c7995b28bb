import { buildDemoNetwork, type DemoDevice, type DemoNetwork } from '@natim/demo/network'

const PER_KIND = 2
/** As many as are pending or asked about, plus some decided ones. */
const WX_IMAGES = 48

/**
 * Two online devices of each kind, one in each other state, the park of the chlorine release with its gateway, and the
 * gateway whose line was cut: everything the loader covers, in a second instead of half a minute.
 */
export function smallNetwork(): DemoNetwork {
  const network = buildDemoNetwork()
  const kinds = new Set(network.devices.map((device) => device.kind))
  const gateways = network.devices.filter((device) => device.kind === 'gateway')
  const chosen = new Set([
    ...[...kinds].flatMap((kind) =>
      network.devices.filter((row) => row.kind === kind && row.status === 'online').slice(0, PER_KIND),
    ),
    ...(['offline', 'fault', 'maintenance', 'inactive'] as const).flatMap((status) =>
      network.devices.filter((row) => row.status === status && row.gatewayClientId === null).slice(0, 1),
    ),
    ...gateways.slice(0, 8),
    ...network.devices.filter((row) => row.gatewayClientId === gateways[0]?.clientId),
    ...network.devices.filter((row) => row.gatewayClientId === gateways[7]?.clientId).slice(0, 1),
  ])
  return { ...network, devices: network.devices.filter((device) => chosen.has(device)), wxImages: WX_IMAGES }
}

/** The small network without gateways, one device of each kind and state: for tests of how loads start and end. */
export function tinyNetwork(): DemoNetwork {
  const network = smallNetwork()
  const alone = network.devices.filter((row) => row.gatewayClientId === null && row.kind !== 'gateway')
  const kindAndState = (row: DemoDevice) => `${row.kind} ${row.status}`
  const devices = [...new Map(alone.map((row) => [kindAndState(row), row])).values()]
  return { ...network, devices }
}
