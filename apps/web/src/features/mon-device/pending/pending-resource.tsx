import { PENDING_STATES, type PendingClient, pendingEndpoints } from '@natim/contract/mon/pending'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { z } from 'zod'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'

const kindsText = ({ kinds }: PendingClient) =>
  Object.entries(kinds)
    .map(([kind, n]) => `${kind} × ${formatNumber(n)}`)
    .join('、')

/** 待接入设备: not editable, so there is no form. */
export const pending = R.defineResource({
  title: '待接入设备',
  entityLabel: '待接入设备',
  measureWord: '个',
  endpoints: { list: pendingEndpoints.list, actMany: pendingEndpoints.ignore },
  form: z.object({}),
  nameOf: ({ clientId }) => clientId,
  defaultSort: { field: 'lastAt', order: 'desc' },
  fields: {
    clientId: { label: '客户端 ID', search: 'like', width: 170, isSortable: true },
    state: {
      label: '状态',
      search: 'eq',
      widget: R.choiceWidget(PENDING_STATES),
      width: 80,
      render: ({ state }) => <Tag tone={state === 'waiting' ? 'info' : 'neutral'}>{PENDING_STATES[state]}</Tag>,
    },
    address: { label: '来源地址', search: 'like', width: 120, isSortable: true },
    gatewayName: { label: '经由网关', width: 110, render: ({ gatewayName }) => gatewayName ?? '直接连接' },
    attempts: { label: '次数', width: 70, decimals: 0, isSortable: true },
    firstAt: { label: '首次', width: 160, isSortable: true },
    lastAt: { label: '最近', width: 160, isSortable: true },
    quarantined: {
      label: '暂存报文',
      width: 120,
      render: (row) => (row.quarantined === 0 ? NO_VALUE : <R.TextCell>{kindsText(row)}</R.TextCell>),
    },
    newest: {
      label: '最近内容',
      width: 150,
      render: ({ newest, quarantined }) =>
        quarantined === 0 ? NO_VALUE : <R.TextCell>{newest ?? '压缩或二进制内容'}</R.TextCell>,
    },
    ignoredBy: {
      label: '忽略人',
      width: 180,
      shown: 'chosen',
      render: ({ ignoredBy, ignoredAt }) => (ignoredBy === null ? NO_VALUE : `${ignoredBy} ${ignoredAt}`),
    },
  },
})
