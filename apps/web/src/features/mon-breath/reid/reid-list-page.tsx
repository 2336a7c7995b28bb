import { type Identity, REID_MINUTES } from '@natim/contract/mon/subject'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import * as R from '@/resource/index.ts'
import { PageHead, Situation } from '@/ui/page-head.tsx'
import { requests } from './reid-resource.tsx'
import { RowActions } from './row-actions.tsx'

const REFRESH_MS = 30_000

/** 再识别: requests to identify a subject, who granted them, and whether the identity was viewed. */
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
      <R.ListPrintedLine />
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
        // Otherwise the closed dialog would keep its content in the DOM.
        destroyOnHidden
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
