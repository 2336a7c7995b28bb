import { type ReportRow, reportEndpoints } from '@natim/contract/system/report'
import { useState } from 'react'
import { call } from '@/lib/api/http.ts'
import * as R from '@/resource/index.ts'
import { ReportPopupModal } from '@/widgets/report-popup/report-popup-modal.tsx'
import { REPORT_COLUMNS, report } from './report-resource.tsx'

const EDITOR_PX = 1_200
const ACTIONS_PX = 148

/** 在线报表: administrators define the content of popups (CA-91). */
export default function ReportListPage() {
  const list = R.useResourceList(report)
  const editor = R.useResourceEditor(report, { onSaved: list.reload })
  const [preview, setPreview] = useState<ReportRow>()
  const closePreview = () => setPreview(undefined)
  // The list omits columns and parameters.
  const edit = async ({ id }: ReportRow) => editor.edit(await call(reportEndpoints.get, { query: { id } }))
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="name" label="报表名称" />
          <R.SearchField resource={report} name="code" />
        </R.SearchForm>
        <R.Table
          resource={report}
          columns={REPORT_COLUMNS}
          rowActionsWidth={ACTIONS_PX}
          rowActions={(row) => (
            <>
              <R.TextLink label={`预览 ${row.name}`} onClick={() => setPreview(row)}>
                预览
              </R.TextLink>
              {/* The client showed the failure. */}
              <R.TextLink label={`编辑 ${row.name}`} onClick={() => void edit(row).catch(() => undefined)}>
                编辑
              </R.TextLink>
              <R.RemoveLink row={row} />
            </>
          )}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal width={EDITOR_PX} />
      <ReportPopupModal
        isOpen={preview !== undefined}
        code={preview?.code ?? ''}
        isMulti
        onOk={closePreview}
        onCancel={closePreview}
      />
    </R.ResourcePage>
  )
}
