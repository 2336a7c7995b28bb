import type { WxImage } from '@natim/contract/mon/wx-image'
import { WX_CATEGORIES, WX_CHANNELS, WX_DOUBTS, WX_STATES } from '@natim/domain/wx-image'
import { Button, Table } from 'antd'
import type { WallProps } from './wall.tsx'
import styles from './wx.module.css'
import { nearText, placeText, timeText } from './wx-text.ts'

/** 表格: the same pictures as rows. */
export function ImageTable({ images, isOpen, shownId, marked, onMark, onShow }: WallProps) {
  return (
    <Table<WxImage>
      rowKey="id"
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...images]}
      rowClassName={({ id }) => (id === shownId ? 'ant-table-row-selected' : '')}
      {...(onMark && {
        rowSelection: {
          selectedRowKeys: [...marked],
          onSelect: ({ id }: WxImage, isMarked: boolean) => onMark(id, isMarked),
          onSelectAll: (isMarked: boolean) => images.forEach(({ id }) => onMark(id, isMarked)),
          getCheckboxProps: ({ no }: WxImage) => ({ 'aria-label': `选择 ${no}` }),
        },
      })}
      columns={[
        {
          title: '编号',
          key: 'no',
          width: 170,
          render: (_, { id, no }) => (
            <Button type="link" size="small" className={`num ${styles.no}`} onClick={() => onShow(id)}>
              {no}
            </Button>
          ),
        },
        { title: '类别', key: 'category', width: 100, render: (_, { category }) => WX_CATEGORIES[category] },
        { title: '位置', key: 'place', width: 120, render: (_, image) => placeText(image) },
        { title: '拍摄', key: 'shot', width: 160, render: (_, { shotMs }) => timeText(shotMs, isOpen) },
        { title: '最近站点', key: 'near', width: 240, render: (_, { near }) => nearText(near, isOpen) },
        { title: '风险', dataIndex: 'risk', width: 64, render: (risk: number) => risk.toFixed(2) },
        {
          title: '存疑',
          key: 'doubts',
          width: 130,
          render: (_, { doubts }) => doubts.map((doubt) => WX_DOUBTS[doubt]).join('、') || '—',
        },
        { title: '来源', key: 'channel', width: 90, render: (_, { channel }) => WX_CHANNELS[channel] },
        { title: '发送者', dataIndex: 'sender', width: 140 },
        { title: '状态', key: 'state', width: 80, render: (_, { state }) => WX_STATES[state] },
      ]}
    />
  )
}
