import { Button } from 'antd'
import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { FileList } from './file-list.tsx'
import { FileUpload } from './file-upload.tsx'
import { ImageUpload } from './image-upload.tsx'
import { PictureCards } from './picture-cards.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { failed, newUpload, readValue, type UploadedFile } from './uploaded-file.ts'
import type { Uploads } from './use-uploads.ts'

/** Generated, so that the gallery needs no server: the mark on a grey background. */
const picture = (hue: number) =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><rect width="90" height="90" fill="hsl(${hue} 30% 70%)"/><path d="M10 50q20-24 35 0t35 0" fill="none" stroke="#fff" stroke-width="6"/></svg>`)}`

const still = (files: readonly UploadedFile[]): Uploads => ({
  files,
  add: async () => undefined,
  remove: () => undefined,
  move: () => undefined,
})

const withPicture = (hue: number): UploadedFile => ({
  ...(readValue('temp/site.png')[0] as UploadedFile),
  url: picture(hue),
})

const certificate = { name: '校准证书 GT-320100-0071.pdf', size: 182_044, type: 'application/pdf' }
const photo = { name: '现场.jpg', size: 2_404_118, type: 'image/jpeg' }
const longName = { ...certificate, name: `${'江北新区化工园区氯气探测器校准证书'.repeat(4)}.pdf` }

const LINES = [
  ...readValue([{ fileName: certificate.name, filePath: 'temp/a.pdf', fileSize: certificate.size }]),
  { ...newUpload(photo), percent: 64 },
  failed(newUpload({ ...certificate, name: '限值表.exe' }), '不支持的文件类型'),
]

function DialogState({ kind }: { readonly kind: 'file' | 'image' }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{kind === 'image' ? '图片上传' : '文件上传'}…</Button>
      <UploadDialog isOpen={isOpen} kind={kind} onOk={() => setIsOpen(false)} onCancel={() => setIsOpen(false)} />
    </>
  )
}

export const gallery: GalleryEntry = {
  title: '上传',
  note: '选中即上传，全部完成后写回表单；图片可排序、预览',
  states: [
    { name: '空', render: () => <FileUpload aria-label="附件，点击上传" /> },
    {
      name: '已有文件',
      span: 8,
      render: () => <FileUpload value={[{ fileName: certificate.name, filePath: 'temp/a.pdf', fileSize: 182_044 }]} />,
    },
    { name: '完成、上传中、失败', span: 10, render: () => <FileList uploads={still(LINES)} disabled={false} /> },
    { name: '停用', render: () => <FileUpload disabled value="temp/a.pdf" /> },
    {
      name: '长文件名',
      span: 8,
      render: () => <FileList uploads={still([newUpload(longName)])} disabled={false} />,
    },
    { name: '单图（空）', render: () => <ImageUpload /> },
    {
      name: '图片：完成、上传中、失败',
      span: 12,
      render: () => (
        <PictureCards
          uploads={still([
            withPicture(210),
            withPicture(150),
            { ...newUpload(photo), percent: 40 },
            failed(newUpload(photo), ''),
          ])}
          disabled={false}
          trigger={undefined}
        />
      ),
    },
    {
      name: '图片停用',
      render: () => <PictureCards uploads={still([withPicture(210)])} disabled trigger={undefined} />,
    },
    { name: '二十个文件', span: 8, render: () => <FileList uploads={still(readValue(MANY))} disabled={false} /> },
    { name: '弹窗', render: () => <DialogState kind="file" /> },
    { name: '图片弹窗', render: () => <DialogState kind="image" /> },
  ],
}

const MANY = Array.from({ length: 20 }, (_, index) => `temp/记录-${index + 1}.pdf`).join(',')
