import { REID_STATES, type ReidRow, reidEndpoints } from '@natim/contract/mon/subject'
import { formatGmt8 } from '@natim/domain/time'
import { z } from 'zod'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'

const minute = (ms: number) => formatGmt8(ms).slice(5, 16)

/** 再识别申请: requested on the detail page of a test, decided and viewed here. */
export const requests = R.defineResource({
  title: '再识别',
  entityLabel: '再识别申请',
  measureWord: '件',
  endpoints: { list: reidEndpoints.list },
  form: z.object({}),
  nameOf: ({ caseNo }: ReidRow) => caseNo,
  defaultSort: { field: 'requestedMs', order: 'desc' },
  related: [],
  fields: {
    caseNo: { label: '案件编号', search: 'like', width: 150 },
    subjectCode: { label: '受试者码', width: 150, render: ({ subjectCode }) => <code>{subjectCode}</code> },
    reason: { label: '理由', width: 260 },
    state: {
      label: '状态',
      search: 'eq',
      widget: R.choiceWidget(REID_STATES),
      width: 100,
      render: ({ state }) => <Tag tone={state === 'waiting' ? 'info' : 'neutral'}>{REID_STATES[state]}</Tag>,
    },
    requestedName: { label: '申请人', search: 'like', width: 120 },
    requestedMs: { label: '申请时间', width: 130, isSortable: true, render: (row) => minute(row.requestedMs) },
    decidedName: {
      label: '批准人',
      width: 200,
      render: ({ decidedName, decidedMs }) =>
        decidedName === null || decidedMs === null ? '—' : `${decidedName} ${minute(decidedMs)}`,
    },
    viewedMs: { label: '查看时间', width: 130, render: ({ viewedMs }) => (viewedMs === null ? '—' : minute(viewedMs)) },
  },
})
