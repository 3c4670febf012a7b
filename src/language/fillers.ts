/** Said between the words of a phrase without changing what it says: hesitations, intensifiers, articles (English and Spanish). */
export const fillers: ReadonlySet<string> = new Set(
  'um uh uhm er ah like really real very so such pretty quite just kind sort bit little a an the my some lot lots super extremely all been being upper lower left right both you know muy mucho mucha el la los las un una'.split(
    ' ',
  ),
)
