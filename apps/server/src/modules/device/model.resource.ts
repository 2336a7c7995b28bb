import { deviceModel } from '@natim/contract/mon/device-model.resource'
import { serve } from '../resource/index.ts'
import { countDevicesOfModels } from './model.repository.ts'

/** 设备型号. Devices keep the values copied from their model when they were created. */
export const MODEL = serve(deviceModel, {
  table: 'monDeviceModel',
  softDelete: { column: 'delFlag', live: 0, deleted: 1 },
  toRow: (row) => ({ ...row, channelCount: row.channelTemplate.length }),
  uses: async (db, models) => [
    {
      noun: '设备',
      count: await countDevicesOfModels(
        db,
        models.map(({ id }) => id),
      ),
    },
  ],
})
