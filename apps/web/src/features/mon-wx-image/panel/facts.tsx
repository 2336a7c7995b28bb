import { LockOutlined, WarningOutlined } from '@ant-design/icons'
import { type WxImageDetail, wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { formatNumber } from '@natim/domain/format'
import { bearingText, WX_CHANNELS, WX_DOUBTS } from '@natim/domain/wx-image'
import { Button } from 'antd'
import { useState } from 'react'
import { downloadFile } from '@/lib/api/actions.ts'
import { useMay } from '@/resource/use-may.ts'
import { PlacePicker } from '@/widgets/place-picker/place-picker.tsx'
import type { WxOrders } from '../use-wx.ts'
import styles from '../wx.module.css'
import { degreesText, placeText, sizeText, timeText } from '../wx-text.ts'

/** 照片信息: EXIF data, for users with the permission. */
export function Facts({ image }: { readonly image: WxImageDetail }) {
  const { exif, exifPlace, wechatPlace, isOpen, width, height, sizeBytes } = image
  const rows: [string, string, boolean?][] = [
    ['拍摄时间', exif?.takenMs ? timeText(exif.takenMs, true) : timeText(image.shotMs, isOpen)],
    ['设备', [exif?.make, exif?.model].filter(Boolean).join(' · ') || '—'],
    [
      '尺寸',
      width === null || height === null
        ? '—'
        : `${formatNumber(width)} × ${formatNumber(height)} · ${sizeText(sizeBytes ?? 0)}`,
    ],
    ['EXIF 位置', exifPlace ? degreesText(exifPlace) : '—', image.doubts.includes('place')],
    ['微信位置', wechatPlace ? degreesText(wechatPlace) : '—', image.doubts.includes('place')],
    ['朝向', exif?.dirDeg != null ? bearingText(exif.dirDeg) : '—'],
    ['收到', `${timeText(image.receivedMs, isOpen)} · ${WX_CHANNELS[image.channel]}`],
    ['来源', image.sender],
  ]
  return (
    <section className={styles.facts} aria-label="照片信息">
      <h3>
        照片信息 <small>原图限权 · 公开副本去除</small>
      </h3>
      <dl>
        {rows
          .filter(([label]) => isOpen || !['设备', 'EXIF 位置', '微信位置', '朝向'].includes(label))
          .map(([label, text, isDoubtful]) => (
            <div key={label} data-doubtful={isDoubtful || undefined}>
              <dt>{label}</dt>
              <dd className="num">{text}</dd>
            </div>
          ))}
      </dl>
      {!isOpen && (
        <p className={styles.closed}>
          <LockOutlined aria-hidden /> 位置到市、时间到小时；确切信息须有“查看原图与确切位置”权限
        </p>
      )}
      <Original image={image} />
    </section>
  )
}

function Original({ image: { id, no, width } }: { readonly image: WxImageDetail }) {
  const mayOpen = useMay(wxImageEndpoints.original)
  if (!mayOpen || width === null) return null
  // The client shows a failure.
  const save = () =>
    downloadFile(wxImageEndpoints.original.path, { query: { id }, name: `${no}.jpg` }).catch(() => undefined)
  return (
    <Button size="small" onClick={() => void save()}>
      下载原图（留痕）
    </Button>
  )
}

/** One sentence on inconsistencies, and the actions to resolve them. */
export function Doubts({ image, orders }: { readonly image: WxImageDetail; readonly orders: WxOrders }) {
  const { id, version, doubts, exifPlace, wechatPlace, apartKm } = image
  const mayPlace = useMay(wxImageEndpoints.place) && image.isOpen && image.width !== null
  const [opened, setOpened] = useState(0)
  const choose = (source: 'exif' | 'wechat') =>
    void orders.order(wxImageEndpoints.place, { body: { id, version, source } })
  const isApart = doubts.includes('place')
  const sentence = [
    isApart && (apartKm === null ? WX_DOUBTS.place : `位置不符，相距 ${formatNumber(apartKm)} km，超 500 km 存疑`),
    ...doubts.filter((doubt) => doubt !== 'place').map((doubt) => WX_DOUBTS[doubt]),
  ].filter(Boolean)
  return (
    <div className={styles.doubts} data-warning={sentence.length > 0 || undefined}>
      <span>
        {sentence.length > 0 && <WarningOutlined aria-hidden />}
        {sentence.length > 0 ? (
          <b>{sentence.join('；')}</b>
        ) : (
          `位置：${placeText(image)}（${SOURCES[image.locSource]}）`
        )}
      </span>
      {mayPlace && (
        <span>
          {exifPlace && image.locSource !== 'exif' && (
            <Button type="link" size="small" onClick={() => choose('exif')}>
              采用照片位置
            </Button>
          )}
          {wechatPlace && image.locSource !== 'wechat' && (
            <Button type="link" size="small" onClick={() => choose('wechat')}>
              采用微信位置
            </Button>
          )}
          <Button type="link" size="small" onClick={() => setOpened(opened + 1)}>
            手动标点
          </Button>
        </span>
      )}
      {opened > 0 && (
        <Picker
          key={opened}
          image={image}
          onPick={(place) =>
            void orders.order(wxImageEndpoints.place, { body: { id, version, source: 'manual', ...place } })
          }
        />
      )}
    </div>
  )
}

const SOURCES = { exif: '照片', wechat: '微信', manual: '手动标点', none: '未知' } as const

interface PickerProps {
  readonly image: WxImageDetail
  readonly onPick: (place: { lng: number; lat: number }) => void
}

function Picker({ image, onPick }: PickerProps) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <PlacePicker
      isOpen={isOpen}
      value={image.place ?? {}}
      onPick={(place) => {
        setIsOpen(false)
        onPick(place)
      }}
      onClose={() => setIsOpen(false)}
    />
  )
}
