import { CloseCircleFilled, LoadingOutlined, PaperClipOutlined, UploadOutlined } from '@ant-design/icons'
import { MESSAGES } from '@natim/contract/messages'
import { App, Button, Dropdown, type MenuProps } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { fileUrl } from '@/lib/config.ts'
import { UploadDialog } from '../../upload/upload-dialog.tsx'
import { readValue } from '../../upload/uploaded-file.ts'
import { useOpenFile } from '../../upload/use-open-file.ts'
import { isPendingFile, nameOfPath, pathsOf, readFileValue, shortName } from '../core/file-value.ts'
import styles from '../grid.module.css'
import type { CellEdit, CellKind, CellView } from './cell-kind.ts'
import { sendCellFile } from './send-cell-file.ts'

/** Content of a file cell; the same idle and live (WG-193). */
function FileFace({ value }: { value: unknown }): ReactNode {
  if (isPendingFile(value)) {
    if (value.status === 'uploading')
      return (
        <span className={styles.file}>
          <LoadingOutlined /> 上传中 {Math.round(value.percent)} %
        </span>
      )
    return (
      <span className={styles.file} title={value.message || MESSAGES['upload.failed']}>
        <CloseCircleFilled className={styles.failed} aria-label={value.message || MESSAGES['upload.failed']} />{' '}
        {shortName(value.name)}
      </span>
    )
  }
  const [first, ...more] = pathsOf(value)
  if (first === undefined) return null
  const name = nameOfPath(first)
  return (
    <span className={styles.file} title={name}>
      <PaperClipOutlined /> {shortName(name)}
      {more.length > 0 && ` +${more.length}`}
    </span>
  )
}

/** Pictures as 32 px thumbnails (WG-195). */
function ImageFace({ value }: { value: unknown }): ReactNode {
  if (isPendingFile(value)) return <FileFace value={value} />
  return (
    <span className={styles.thumbs}>
      {pathsOf(value).map((path) => (
        <img key={path} className={styles.thumb} src={fileUrl(path)} alt={nameOfPath(path)} loading="lazy" />
      ))}
    </span>
  )
}

const isEmpty = (value: unknown) => !isPendingFile(value) && pathsOf(value).length === 0

/**
 * Chooses and uploads a file. The upload continues when the cell scrolls away: it writes to the row, not to the cell.
 */
function UploadButton({ column, label, isDisabled, onChange, onInterim, accept }: CellEdit & { accept?: string }) {
  const input = useRef<HTMLInputElement>(null)
  async function send(file: File): Promise<void> {
    const { name } = file
    const pending = { name, status: 'uploading', percent: 0, message: '' } as const
    onInterim(pending)
    const sent = await sendCellFile(column, file, (percent) => onInterim({ ...pending, percent }))
    if ('path' in sent) onChange(sent.path)
    else onInterim({ ...pending, status: 'error', message: sent.message })
  }
  return (
    <>
      <Button
        icon={<UploadOutlined />}
        aria-label={`${label}：上传`}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        上传
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={`${label}：选择文件`}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void send(file)
        }}
      />
    </>
  )
}

function useFileMenu(cell: CellEdit, onMore: () => void): MenuProps {
  const { column, value, onChange } = cell
  const open = useOpenFile()
  const { modal } = App.useApp()
  const [file] = readValue(readFileValue(value))
  const isFailed = isPendingFile(value) && value.status === 'error'
  const items = [
    isFailed && {
      key: 'why',
      label: '查看原因',
      onClick: () => void modal.error({ title: MESSAGES['upload.errorTitle'], content: value.message }),
    },
    file && column.allowDownload !== false && { key: 'download', label: '下载', onClick: () => open(file) },
    column.allowRemove !== false && { key: 'remove', label: '删除', danger: true, onClick: () => onChange('') },
    !isFailed && { key: 'more', label: '更多', onClick: onMore },
  ]
  return { items: items.filter((item) => item !== false && item !== undefined) }
}

interface FilesProps {
  readonly cell: CellEdit
  readonly kind: 'file' | 'image'
  readonly children: ReactNode
}

/** A filled cell: its menu, with all of its files behind 更多. */
function FilledFiles({ cell, kind, children }: FilesProps) {
  const { column, value, label, isDisabled, onChange } = cell
  const [isOpen, setIsOpen] = useState(false)
  const menu = useFileMenu(cell, () => setIsOpen(true))
  const isFailed = isPendingFile(value) && value.status === 'error'
  const { modal } = App.useApp()
  const press = () => {
    if (isFailed) void modal.error({ title: MESSAGES['upload.errorTitle'], content: value.message })
    else setIsOpen(true)
  }
  return (
    <>
      <Dropdown
        menu={menu}
        trigger={kind === 'image' ? ['contextMenu'] : ['click', 'contextMenu']}
        disabled={isDisabled}
      >
        <button
          type="button"
          className={styles.fileButton}
          aria-label={`${label}：${kind === 'image' ? '查看图片' : '文件菜单'}`}
          disabled={isDisabled}
          onClick={kind === 'image' ? press : undefined}
        >
          {children}
        </button>
      </Dropdown>
      <UploadDialog
        isOpen={isOpen}
        kind={kind}
        count={column.extend.uploadLimit ?? 0}
        value={readFileValue(value)}
        onOk={(files) => {
          onChange(files.map(({ path }) => path).join(','))
          setIsOpen(false)
        }}
        onCancel={() => setIsOpen(false)}
      />
    </>
  )
}

function createFileCell(kind: 'file' | 'image'): CellKind {
  const Face = kind === 'image' ? ImageFace : FileFace
  function View({ column, value, isDisabled }: CellView) {
    if (!isEmpty(value)) return <Face value={value} />
    return (
      <span
        role="button"
        aria-label={`${column.title}：上传`}
        aria-disabled={isDisabled || undefined}
        className={styles.uploadFace}
      >
        <UploadOutlined /> 上传
      </span>
    )
  }
  function Edit(cell: CellEdit) {
    if (isEmpty(cell.value)) return <UploadButton {...cell} {...(kind === 'image' && { accept: 'image/*' })} />
    if (isPendingFile(cell.value) && cell.value.status === 'uploading') return <Face value={cell.value} />
    return (
      <FilledFiles cell={cell} kind={kind}>
        <Face value={cell.value} />
      </FilledFiles>
    )
  }
  return { View, Edit, parse: (text) => text.trim(), format: readFileValue }
}

export const fileCell = createFileCell('file')
export const imageCell = createFileCell('image')
