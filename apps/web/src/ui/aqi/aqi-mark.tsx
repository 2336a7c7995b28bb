import { aqiGrade } from '@natim/domain/aqi'
import styles from './aqi.module.css'

export const AqiSwatch = ({ aqi }: { readonly aqi: number }) => (
  <i className={styles.swatch} data-grade={aqiGrade(aqi)} aria-hidden />
)

/** Swatch and number of an AQI; the text is never coloured. */
export const AqiMark = ({ aqi }: { readonly aqi: number | null }) =>
  aqi === null ? (
    <span className={styles.none}>NA</span>
  ) : (
    <span className={styles.mark}>
      <AqiSwatch aqi={aqi} />
      <b>{aqi}</b>
    </span>
  )
