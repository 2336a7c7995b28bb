import type { SessionUser } from '../../platform/auth/session-user.ts'
import { AppError } from '../../platform/errors.ts'
import { isInScope } from '../../platform/scope.ts'
import type { DeviceEntry, Directory } from '../live/index.ts'
import { NBC_KINDS, type NbcKind } from './equipment.repository.ts'

export type NbcDeviceEntry = DeviceEntry & { readonly kind: NbcKind }

const isNbc = (device: DeviceEntry): device is NbcDeviceEntry => NBC_KINDS.some((kind) => kind === device.kind)

/** A rad, chem or bio device visible to the user. @throws AppError row.not_found */
export function nbcDeviceOf(
  { deviceById }: Directory,
  { scope }: SessionUser,
  id: string,
  kind?: NbcKind,
): NbcDeviceEntry {
  const device = deviceById.get(id)
  if (device === undefined || !isNbc(device) || !isInScope(scope, device)) throw new AppError('row.not_found')
  if (kind !== undefined && device.kind !== kind) throw new AppError('row.not_found')
  return device
}

/** All such devices. */
export const nbcDevices = ({ devices }: Directory, { scope }: SessionUser): NbcDeviceEntry[] =>
  devices.filter((device): device is NbcDeviceEntry => isNbc(device) && !device.isRetired && isInScope(scope, device))
