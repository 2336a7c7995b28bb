import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import type { WxImageDetail, WxNear } from '@natim/contract/mon/wx-image'
import { WX_STATES } from '@natim/domain/wx-image'
import { Link } from 'react-router'
import { useMay } from '@/resource/use-may.ts'
import { Thumb } from '../card.tsx'
import styles from '../wx.module.css'
import { clockText, readingText } from '../wx-text.ts'
import { ShotChart } from './shot-chart.tsx'

interface AroundProps {
  readonly image: WxImageDetail
  readonly onShow: (id: string) => void
}

const SHOWN = 3

/** 相近图片, and the readings of the nearest device at that time. */
export const Around = ({ image, onShow }: AroundProps) => (
  <>
    <div className={styles.around}>
      <section aria-label="相近图片">
        <h3>
          相近图片 <small>感知哈希距离 ≤ 6</small>
        </h3>
        {image.alike.length === 0 ? (
          <p className={styles.quiet}>没有相近的图片</p>
        ) : (
          <div className={styles.alike}>
            <Side image={image} label="本图" time={clockText(image.shotMs, image.isOpen)} note="" />
            {image.alike.slice(0, SHOWN).map((other) => (
              <button key={other.id} type="button" aria-label={`打开 ${other.no}`} onClick={() => onShow(other.id)}>
                <Side
                  image={{ id: other.id, width: 1, isCovered: false }}
                  label={other.no.slice(-4)}
                  time={clockText(other.shotMs, image.isOpen)}
                  note={`${other.isExact ? '完全相同' : `相差 ${other.bits} 位`} · ${other.isSameSender ? '同一来源' : '不同来源'} · ${WX_STATES[other.state]}`}
                />
              </button>
            ))}
          </div>
        )}
      </section>
      <Reading image={image} />
    </div>
    <Stations stations={image.nearest} isOpen={image.isOpen} />
  </>
)

interface SideProps {
  readonly image: Parameters<typeof Thumb>[0]['image']
  readonly label: string
  readonly time: string
  readonly note: string
}

const Side = ({ image, label, time, note }: SideProps) => (
  <span className={styles.side}>
    <Thumb image={image} />
    <span>
      <b>{label}</b> <time className="num">{time}</time>
    </span>
    {note && <small>{note}</small>}
  </span>
)

const isMeasured = (near: WxNear): near is WxNear & { readonly reading: NonNullable<WxNear['reading']> } =>
  near.reading !== null

function Reading({ image }: { readonly image: WxImageDetail }) {
  const mayRead = useMay(timeseriesEndpoints.query)
  const near = image.nearest.find(isMeasured)
  return (
    <section aria-label="当时读数">
      <h3>当时读数 {near && <small>{`${near.name} · ${near.reading.unit} · ±2 h`}</small>}</h3>
      {near && mayRead ? (
        <ShotChart key={near.reading.channelNo} near={near} shotMs={image.shotMs} />
      ) : (
        <p className={styles.quiet}>附近没有当时的读数</p>
      )}
    </section>
  )
}

const Stations = ({ stations, isOpen }: { readonly stations: readonly WxNear[]; readonly isOpen: boolean }) => (
  <ul className={styles.stations} aria-label="最近站点">
    {stations.map((station) => (
      <li key={station.id}>
        <Link to={`/mon/station/${station.id}`}>{station.name}</Link>
        <span>{isOpen ? `${station.km.toFixed(1)} km` : `${station.km} km 内`}</span>
        <span className="num">{station.reading ? readingText(station.reading) : '无读数'}</span>
      </li>
    ))}
  </ul>
)
