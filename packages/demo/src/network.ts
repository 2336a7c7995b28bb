import { DEPARTS } from './departs.ts'
import { planDevices } from './devices.ts'
import { MODELS } from './models.data.ts'
import { planStaff } from './staff.ts'
import { planStations } from './stations.ts'
import type { DemoNetwork } from './types.ts'
import { WX_IMAGES } from './wx-images.ts'

export type {
  ChannelTemplate,
  CommandTemplate,
  DemoDepart,
  DemoDevice,
  DemoKind,
  DemoModel,
  DemoNetwork,
  DemoStation,
  DemoStationType,
  DemoStatus,
} from './types.ts'

/**
 * The demonstration network of domain §11: 300 stations in 31 provinces, 13 models, 1 200 devices with 8 730 channels
 * and 40 gateways. Deterministic: no clock, no randomness except the fixed seed.
 */
export function buildDemoNetwork(): DemoNetwork {
  const stations = planStations()
  return {
    departs: DEPARTS,
    staff: planStaff(),
    stations,
    models: MODELS,
    devices: planDevices(stations),
    wxImages: WX_IMAGES,
  }
}
