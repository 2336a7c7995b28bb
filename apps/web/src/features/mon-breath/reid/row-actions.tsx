import { type Identity, type ReidRow, reidEndpoints } from '@natim/contract/mon/subject'
import { formatGmt8 } from '@natim/domain/time'
import { Button, Popconfirm } from 'antd'
import { serverNow } from '@/lib/clock.ts'
import * as R from '@/resource/index.ts'
import { useDeed } from '../use-breath.ts'

interface ActionsProps {
  readonly row: ReidRow
  readonly onSeen: (seen: { readonly subjectCode: string; readonly identity: Identity }) => void
}

/** Actions available to this user for a request. */
export function RowActions({ row, onSeen }: ActionsProps) {
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
