import { DEVICE_KIND, DEVICE_STATUS } from '@natim/contract/dict'
import { keysOf } from '@natim/domain/record'
import { BrandLockup, BrandMark } from './brand-mark.tsx'
import type { GalleryEntry } from './gallery-entry.ts'
import { KindIcon } from './kind-icon.tsx'
import { SeverityCounts, SeverityGlyph, SeverityTag } from './severity-glyph.tsx'
import { StatusLamp } from './status-lamp.tsx'
import { Count, Tag } from './tag.tsx'

const LEVELS = [1, 2, 3, 4, 5] as const

const glyphRow = (size: number) => (
  <div className="row">
    {LEVELS.map((level) => (
      <SeverityGlyph key={level} level={level} size={size} />
    ))}
  </div>
)

export const gallery: GalleryEntry = {
  title: '符号',
  note: '级别、状态、类型各用各的形状',
  states: [
    { name: '级别 12', render: () => glyphRow(12) },
    { name: '级别 16', render: () => glyphRow(16) },
    { name: '级别 26', render: () => glyphRow(26) },
    {
      name: '色弱模式',
      render: () => <div data-weak="true">{glyphRow(26)}</div>,
    },
    {
      name: '级别标签',
      span: 8,
      render: () => (
        <div className="row row-wrap">
          {LEVELS.map((level) => (
            <SeverityTag key={level} level={level} />
          ))}
        </div>
      ),
    },
    { name: '未确认计数', span: 8, render: () => <SeverityCounts counts={[1, 2, 0, 9, 1_284]} /> },
    {
      name: '标签',
      span: 8,
      render: () => (
        <div className="row row-wrap">
          <Tag>化工园区</Tag>
          <Tag tone="info">一般消息</Tag>
          <Tag tone="success">已接入</Tag>
          <Tag tone="warning">重要消息</Tag>
          <Tag tone="error">紧急消息</Tag>
          <span>
            通道<Count>6</Count>
          </span>
        </div>
      ),
    },
    {
      name: '状态灯',
      span: 12,
      render: () => (
        <div className="row row-wrap">
          {keysOf(DEVICE_STATUS).map((status) => (
            <StatusLamp key={status} status={status} hasLabel />
          ))}
        </div>
      ),
    },
    {
      name: '状态灯 26（只有形状）',
      span: 12,
      render: () => (
        <div className="row">
          {keysOf(DEVICE_STATUS).map((status) => (
            <StatusLamp key={status} status={status} size={26} />
          ))}
        </div>
      ),
    },
    {
      name: '设备类型 20 / 32',
      span: 12,
      render: () => (
        <div className="row row-wrap t-secondary">
          {keysOf(DEVICE_KIND).map((kind) => (
            <KindIcon key={kind} kind={kind} />
          ))}
          {keysOf(DEVICE_KIND).map((kind) => (
            <KindIcon key={`${kind} large`} kind={kind} size={32} isDecorative />
          ))}
        </div>
      ),
    },
    {
      name: '品牌',
      span: 12,
      render: () => (
        <div className="row row-wrap">
          <BrandMark size={48} />
          <BrandLockup />
          <BrandLockup name="全国空气毒性与感染监测网络" size={32} />
          <BrandLockup isMarkOnly />
        </div>
      ),
    },
  ],
}
