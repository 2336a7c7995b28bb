import { MODELS } from '@natim/demo/models.data'
import type { Tx } from '../../platform/db/db.ts'

const modelId = (code: string) => `model-${code.toLowerCase()}`

/** The shipped device models, with or without the demonstration network: a device cannot be created without a model. */
export async function seedDeviceModels(trx: Tx): Promise<void> {
  const rows = MODELS.map((model) => ({
    id: modelId(model.code),
    code: model.code,
    name: model.name,
    vendor: model.vendor,
    kind: model.kind,
    protocol: model.protocol,
    channelTemplate: JSON.stringify(model.channelTemplate),
    cmdTemplate: JSON.stringify(model.cmdTemplate),
    firmwareLatest: model.firmwareLatest,
    calibIntervalD: model.calibIntervalD,
  }))
  await trx
    .insertInto('monDeviceModel')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
