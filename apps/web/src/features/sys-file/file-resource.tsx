import { filesEndpoints } from '@natim/contract/system/files'
import { z } from 'zod'
import { sizeText } from '@/lib/size-text.ts'
import * as R from '@/resource/index.ts'

/** 文件: uploaded files, with their uploader and purpose. */
export const storedFile = R.defineResource({
  title: '文件管理',
  entityLabel: '文件',
  measureWord: '个',
  endpoints: { list: filesEndpoints.list, remove: filesEndpoints.remove, removeMany: filesEndpoints.removeMany },
  form: z.object({}),
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    fileName: { label: '文件名', search: 'like', query: true, width: 320, isSortable: true },
    mimeType: { label: '类型', search: 'like', query: true, width: 160 },
    fileSize: {
      label: '大小',
      query: { type: 'number' },
      width: 100,
      isSortable: true,
      render: (row) => <span className="num">{sizeText(row.fileSize)}</span>,
    },
    biz: { label: '业务目录', search: 'like', query: true, width: 120 },
    url: { label: '存储路径', query: true, width: 320, shown: 'chosen' },
    createBy: { label: '上传人', search: 'eq', query: true, width: 120 },
    createTime: { label: '上传时间', query: { type: 'datetime' }, width: 160, isSortable: true },
  },
})
