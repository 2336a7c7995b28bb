import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { buildDevice } from '../build-network.ts'
import type { LoadDevice } from './crash-load.ts'

/** Registers devices with secrets for the load to sign in with. */
export async function buildLoadDevices(db: Db, count: number): Promise<LoadDevice[]> {
  const devices: LoadDevice[] = []
  for (let i = 0; i < count; i++) {
    const { id, clientId, deviceNo, channelNos } = await buildDevice(db, { metrics: ['pm10', 'pm25', 'so2'] })
    const secret = randomBytes(24).toString('base64url')
    const secretHash = createHash('sha256').update(secret).digest()
    await db.insertInto('monDeviceCredential').values({ id: newId(), deviceId: id, secretHash }).execute()
    devices.push({ id, clientId, secret, deviceNo, channelNos: channelNos as LoadDevice['channelNos'] })
  }
  return devices
}
