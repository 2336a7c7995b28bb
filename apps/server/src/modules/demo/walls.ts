import type { DemoNetwork } from '@natim/demo/network'
import { recordOf } from '@natim/domain/record'
import { newWallShared, WALL_CORNERS, type WallCorner } from '@natim/domain/wall'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { History } from './history.ts'
import { insertWall } from './walls.repository.ts'

/** Content of the national wall's corners: by region of the scripted incidents, where the network has such devices. */
const WANTED: Readonly<Record<WallCorner, readonly [kind: string, region: string]>> = {
  leftTop: ['gas', '37'],
  rightTop: ['gas', '32'],
  leftBottom: ['bio', '61'],
  rightBottom: ['rad', '33'],
}
const EQUIPMENT = 12

type Device = DemoNetwork['devices'][number]

/** Walls of the national duty room and of one province. */
export async function loadWalls(db: Db, { network, untilMs }: Pick<History, 'network' | 'untilMs'>): Promise<void> {
  const national = wallOf(network.devices, untilMs)
  if (national === undefined) return
  const orgCode = network.devices[0]?.sysOrgCode ?? 'A01'
  const jiangsu = network.devices.filter(({ regionCode }) => regionCode.startsWith('32'))
  const provincial = wallOf(jiangsu, untilMs)
  if (provincial) {
    const owner = jiangsu[0]?.sysOrgCode ?? orgCode
    await insertWall(db, { id: newId(), name: '江苏值守屏', sysOrgCode: owner, state: provincial })
  }
  // Lists show the newest first.
  await insertWall(db, { id: newId(), name: '全国值守屏 A', sysOrgCode: orgCode.slice(0, 3), state: national })
}

function wallOf(devices: readonly Device[], nowMs: number) {
  const chosen = new Set<string>()
  const free = (matches: (device: Device) => boolean) =>
    devices.find((device) => device.status === 'online' && !chosen.has(device.clientId) && matches(device))
  const corners = recordOf(WALL_CORNERS, (corner): string | null => {
    const [kind, region] = WANTED[corner]
    const device =
      free((one) => one.kind === kind && one.regionCode.startsWith(region)) ??
      free((one) => one.kind === kind) ??
      free((one) => one.channels.length > 1)
    if (device) chosen.add(device.clientId)
    return device?.clientId ?? null
  })
  if (chosen.size === 0) return undefined
  const others = devices.filter(
    ({ clientId, kind, status }) =>
      status !== 'inactive' && !chosen.has(clientId) && (kind === 'gas' || kind === 'air'),
  )
  const equipmentClientIds = [...chosen, ...others.map(({ clientId }) => clientId)].slice(0, EQUIPMENT)
  return { ...newWallShared(nowMs), corners, equipmentClientIds }
}
