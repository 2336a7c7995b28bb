import { MoreOutlined } from '@ant-design/icons'
import { type DeviceListRow, deviceEndpoints } from '@natim/contract/mon/device'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import * as R from '@/resource/index.ts'
import { detailPath } from '../device-resource.tsx'
import styles from './row-actions.module.css'

export interface RowActionsProps {
  readonly row: DeviceListRow
  readonly onRotate: (row: DeviceListRow) => void
}

/** 详情, 编辑, and the rest behind ⋯. */
export function RowActions({ row, onRotate }: RowActionsProps) {
  const { remove } = R.useListContext<DeviceListRow>()
  const mayRotate = R.useMay(deviceEndpoints.rotateSecret)
  const mayRemove = R.useMay(deviceEndpoints.remove)
  const items = [
    ...(mayRotate ? [{ key: 'rotate', label: '更换凭证', onClick: () => onRotate(row) }] : []),
    ...(mayRemove ? [{ key: 'remove', label: '删除', danger: true, onClick: () => remove(row) }] : []),
  ]
  return (
    <>
      <Link to={detailPath(row)} className={styles.link} aria-label={`详情 ${row.name}`}>
        详情
      </Link>
      <R.EditLink row={row} />
      {items.length > 0 && <More label={`更多操作 ${row.name}`} items={items} />}
    </>
  )
}

interface MoreProps {
  readonly label: string
  readonly items: NonNullable<MenuProps['items']>
}

/**
 * The button behind which the rest stands. Its menu exists from the first click on, since a list has one in each row;
 * it takes the focus, and gives it back.
 */
function More({ label, items }: MoreProps) {
  const [isOpen, setIsOpen] = useState<boolean>()
  const isNew = isOpen === undefined
  const button = (
    <Button
      type="text"
      size="small"
      icon={<MoreOutlined aria-hidden />}
      aria-label={label}
      aria-haspopup="menu"
      {...(isNew && { onClick: () => setIsOpen(true) })}
    />
  )
  if (isNew) return button
  return (
    <Dropdown
      menu={{ items }}
      trigger={['click']}
      placement="bottomRight"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the menu opens because its button was pressed
      autoFocus
      open={isOpen}
      onOpenChange={setIsOpen}
    >
      {button}
    </Dropdown>
  )
}
