import { type AlarmRow, alarmEndpoints, BY_URGENCY_COLUMN } from '@natim/contract/mon/alarm'
import { z } from 'zod'
import * as R from '@/resource/index.ts'

/** 报警: raised by the engine, so there is nothing to add, edit or delete. */
export const alarm = R.defineResource({
  title: '报警中心',
  entityLabel: '报警',
  measureWord: '起',
  nameOf: ({ title, no }: AlarmRow) => `${title} ${no}`,
  endpoints: { list: alarmEndpoints.list, exportXls: alarmEndpoints.exportXls },
  form: z.object({}),
  defaultSort: { field: BY_URGENCY_COLUMN, order: 'desc' },
  related: [alarmEndpoints.counts],
  fields: {},
})
