import { type Identity, REID_MINUTES, REID_STATES, type ReidRow, reidEndpoints } from '@natim/contract/mon/subject'
import { formatGmt8 } from '@natim/domain/time'
import { Button, Modal, Popconfirm } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { serverNow } from '@/lib/clock.ts'
import * as R from '@/resource/index.ts'
import { PageHead, Situation } from '@/ui/page-head.tsx'
import { Tag } from '@/ui/tag.tsx'
import { useDeed } from '../use-breath.ts'

const minute = (ms: number) => formatGmt8(ms).slice(5, 16)

const requests = R.defineResource({
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

const REFRESH_MS = 30_000

/** 再识别: who asked who somebody is, who granted it, and whether it was seen. */
export default function ReidListPage() {
  const list = R.useResourceList(requests, { refreshMs: REFRESH_MS })
  const [seen, setSeen] = useState<{ readonly subjectCode: string; readonly identity: Identity }>()
  return (
    <R.ResourcePage list={list}>
      <PageHead
        title="再识别"
        meta={
          <Situation>申请须由另一人批准，批准后 {REID_MINUTES} 分钟内申请人可查看一次；所有申请审计员可见。</Situation>
        }
      />
      <R.ListPanel>
        <R.SearchForm collapsedCount={3}>
          <R.SearchText name="caseNo" label="案件编号" />
          <R.SearchField resource={requests} name="state" />
          <R.SearchField resource={requests} name="requestedName" />
        </R.SearchForm>
        <R.Table resource={requests} rowActions={(row) => <RowActions row={row} onSeen={setSeen} />} />
        <R.Pager />
      </R.ListPanel>
      <Modal
        open={seen !== undefined}
        title={`受试者 ${seen?.subjectCode ?? ''}`}
        footer={<Button onClick={() => setSeen(undefined)}>我已看完</Button>}
        onCancel={() => setSeen(undefined)}
      >
        {seen && (
          <dl>
            <dt>姓名</dt>
            <dd>{seen.identity.personName}</dd>
            <dt>身份证号</dt>
            <dd>{seen.identity.idCard}</dd>
            <dt>电话</dt>
            <dd>{seen.identity.personPhone}</dd>
          </dl>
        )}
        <p>关闭后不能再次查看，须重新申请。</p>
      </Modal>
    </R.ResourcePage>
  )
}

interface ActionsProps {
  readonly row: ReidRow
  readonly onSeen: (seen: { readonly subjectCode: string; readonly identity: Identity }) => void
}

function RowActions({ row, onSeen }: ActionsProps) {
  const mayGrant = R.useMay(reidEndpoints.approve)
  const mayView = R.useMay(reidEndpoints.view)
  const { isBusy, run } = useDeed()
  const decide = (isApproved: boolean) => void run(reidEndpoints.approve, { body: { id: row.id, isApproved } })
  const view = async () => {
    const done = await run(reidEndpoints.view, { body: { id: row.id } })
    if (done) onSeen(done.result)
  }
  if (row.state === 'waiting' && mayGrant) {
    if (row.isOwn) return <span title="申请人与批准人不能为同一人">须由另一人批准</span>
    return (
      <>
        <Popconfirm title="批准后申请人可查看该受试者的身份一次" onConfirm={() => decide(true)}>
          <Button type="link" size="small" disabled={isBusy}>
            批准
          </Button>
        </Popconfirm>
        <Popconfirm title="拒绝该申请？" onConfirm={() => decide(false)}>
          <Button type="link" size="small" disabled={isBusy}>
            拒绝
          </Button>
        </Popconfirm>
      </>
    )
  }
  if (row.isOwn && mayView && row.openUntilMs !== null && row.openUntilMs > serverNow()) {
    return (
      <Popconfirm title="只能查看一次，查看会留痕" onConfirm={() => void view()}>
        <Button type="link" size="small" disabled={isBusy}>
          查看身份（至 {formatGmt8(row.openUntilMs).slice(11, 16)}）
        </Button>
      </Popconfirm>
    )
  }
  return null
}
