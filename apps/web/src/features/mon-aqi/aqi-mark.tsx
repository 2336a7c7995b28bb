import { aqiGrade } from '@natim/domain/aqi'
import styles from './aqi.module.css'

/** Swatch and number of an AQI: the text never takes the colour. */
export const AqiMark = ({ aqi }: { readonly aqi: number | null }) =>
  aqi === null ? (
    <span className={styles.none}>NA</span>
  ) : (
    <span className={styles.mark}>
      <i className={styles.swatch} data-grade={aqiGrade(aqi)} aria-hidden />
      <b>{aqi}</b>
    </span>
  )
