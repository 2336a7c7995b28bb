import type { Severity } from '@natim/contract/dict'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findOpenLevels } from './open-levels.repository.ts'

/** Alarm levels of devices and channels on maps and in lists; undefined without one. */
export interface OpenLevels {
  /**
   * Gravest open alarm of a device that is active or unacknowledged: cleared and acknowledged ones only wait to be
   * closed.
   */
  readonly ofDevice: (deviceId: string) => Severity | undefined
  /** Gravest active alarm of a channel. */
  readonly ofChannel: (channelNo: number) => Severity | undefined
}

/** For users who may not see alarms. */
export const NO_LEVELS: OpenLevels = { ofDevice: () => undefined, ofChannel: () => undefined }

/** @param scope limits the alarms by where they were raised */
export async function loadOpenLevels(db: Db, scope: DataScope): Promise<OpenLevels> {
  const devices = new Map<string, Severity>()
  const channels = new Map<number, Severity>()
  for (const { deviceId, channelNo, open, active } of await findOpenLevels(db, scope)) {
    devices.set(deviceId, graver(open, devices.get(deviceId)))
    if (channelNo !== null && active !== null) channels.set(channelNo, graver(active, channels.get(channelNo)))
  }
  return { ofDevice: (id) => devices.get(id), ofChannel: (channelNo) => channels.get(channelNo) }
}

const graver = (a: Severity, b: Severity | undefined): Severity => (b !== undefined && b < a ? b : a)
