import type { StoredFileRow } from '@natim/contract/system/files'
import { downloadFile } from '@/lib/api/actions.ts'
import * as R from '@/resource/index.ts'
import { isImageType } from '@/widgets/upload/uploaded-file.ts'
import { storedFile } from './file-resource.tsx'

const ACTIONS_PX = 148
const isPdf = ({ mimeType }: StoredFileRow) => mimeType === 'application/pdf'

/** The client shows a failure. */
const download = ({ url, fileName }: StoredFileRow) =>
  void downloadFile(`/sys/common/static/${url}`, { name: fileName }).catch(() => undefined)

function rowActions(row: StoredFileRow) {
  const { url, fileName } = row
  const Preview = isImageType(row.mimeType) ? R.PictureLink : isPdf(row) ? R.FileLink : undefined
  return (
    <>
      {Preview && (
        <Preview value={url} name={fileName}>
          预览
        </Preview>
      )}
      <R.TextLink label={`下载 ${fileName}`} onClick={() => download(row)}>
        下载
      </R.TextLink>
      <R.RemoveLink row={row} />
    </>
  )
}

/** 文件管理 (SY-63): pictures are previewed here, PDFs in a new tab; every file can be downloaded and deleted. */
export default function FileListPage() {
  const list = R.useResourceList(storedFile)
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar />
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="fileName" label="文件名" />
          <R.SearchField resource={storedFile} name="mimeType" />
          <R.SearchField resource={storedFile} name="biz" />
          <R.SearchField resource={storedFile} name="createBy" />
        </R.SearchForm>
        <R.Table
          resource={storedFile}
          rowActionsWidth={ACTIONS_PX}
          rowActions={rowActions}
          selectionActions={<R.RemoveSelectedButton />}
        />
        <R.Pager />
      </R.ListPanel>
    </R.ResourcePage>
  )
}
