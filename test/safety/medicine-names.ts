/** Medicines that the dictionary knows: common, rare, of one word or several, brands and generic names. */
export const known =
  `Taltz|Emgality|Stelara|Humira|Mounjaro|Trulicity|Ozempic|Wegovy|Zepbound|Dupixent|Keytruda|Skyrizi|Rinvoq|Cosentyx|Enbrel
Tremfya|Aimovig|Ajovy|Entyvio|Cimzia|Simponi|Orencia|Xeljanz|Otezla|Remicade|Lantus|Humalog|Eliquis|Jardiance|Botox
Tylenol|Advil|Xanax|Lipitor|Zoloft|Prozac|Adderall|Accutane|Synthroid|Ventolin
Abecma|Besponsa|Cablivi|Danyelza|Elzonris|Folotyn|Givlaari|Hemgenix|Istodax|Jemperli|Krystexxa|Lumoxiti|Mepsevii|Nulibry|Oxlumo
Enbrel Mini|Simponi Aria|Lupron Depot|Depo-Medrol|Baby Aspirin|Bayer Aspirin|Depo-Provera|Invega Sustenna|Advair|Symbicort
ixekizumab|adalimumab|ustekinumab|semaglutide|methotrexate|metformin|prednisone|warfarin|insulin glargine|onabotulinumtoxinA
ibuprofen|lisinopril|gabapentin|amoxicillin|albuterol|levothyroxine|atorvastatin|sertraline|infliximab|rituximab`
    .split(/[|\n]/)
    .map((name) => name.trim())

/** Medicines that no dictionary knows: only a library's texts teach them. */
export const invented =
  `Oncaris|Zelvanta|Mirodexa|Plenivar|Quorixa|Tovanel|Brixelo|Xanthera|Velmuro|Ostrivance|Daxelor|Kymbrava|Ulvexa|Norvantis Pro|Rapizelle`.split(
    '|',
  )
