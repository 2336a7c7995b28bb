import type { StoredFileRow } from '@natim/contract/system/files'
import { useCallback, useState } from 'react'
import { downloadFile } from '@/lib/api/actions.ts'
import * as R from '@/resource/index.ts'
import { PreviewDialog } from '@/widgets/upload/preview-dialog.tsx'
import { isImageType, readValue, type UploadedFile } from '@/widgets/upload/uploaded-file.ts'
import { useOpenFile } from '@/widgets/upload/use-open-file.ts'
import { storedFile } from './file-resource.tsx'

const ACTIONS_PX = 148
const isPdf = ({ mimeType }: StoredFileRow) => mimeType === 'application/pdf'

const toUploaded = (row: StoredFileRow): UploadedFile | undefined =>
  readValue([{ fileName: row.fileName, filePath: row.url, fileSize: row.fileSize }])[0]

/** 文件管理 (SY-63): pictures are looked at here, PDF in a tab of its own; everything can be saved and deleted. */
export default function FileListPage() {
  const list = R.useResourceList(storedFile)
  const [shown, setShown] = useState<UploadedFile>()
  const openFile = useOpenFile()
  const rowActions = useCallback(
    (row: StoredFileRow) => {
      const file = toUploaded(row)
      const show = isImageType(row.mimeType) ? setShown : isPdf(row) ? openFile : undefined
      return (
        <>
          {file && show && (
            <R.TextLink label={`预览 ${row.fileName}`} onClick={() => show(file)}>
              预览
            </R.TextLink>
          )}
          <R.TextLink label={`下载 ${row.fileName}`} onClick={() => download(row)}>
            下载
          </R.TextLink>
          <R.RemoveLink row={row} />
        </>
      )
    },
    [openFile],
  )
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
      <PreviewDialog file={shown} onClose={() => setShown(undefined)} />
    </R.ResourcePage>
  )
}

/** A failure was shown by the client. */
const download = ({ url, fileName }: StoredFileRow) =>
  void downloadFile(`/sys/common/static/${url}`, { name: fileName }).catch(() => undefined)
