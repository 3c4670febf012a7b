import { phone } from '../parts/formats.ts'

/** A number to call. */
export const Telephone = ({ number }: { number: string | null | undefined }) =>
  number ? (
    <a href={`tel:${number}`} className="nowrap">
      {phone(number)}
    </a>
  ) : null
