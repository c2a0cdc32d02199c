import type { ServiceIcon } from '#contract/services.ts';
import type { ShownService } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import counter from './pictures/office-counter.svg?no-inline';

interface ServicesProps {
  services: readonly ShownService[];
  text: string;
  translator: Translator;
}

export function Services({ services, text, translator: { t } }: ServicesProps) {
  return (
    <section className="wrap services" aria-labelledby="services">
      <div>
        <h2 id="services">{t('home.services')}</h2>
        <p className="services-text own-text">{text || t('home.services.text')}</p>
        <img
          className="services-picture"
          src={counter}
          alt=""
          width="640"
          height="480"
          loading="lazy"
          decoding="async"
        />
      </div>
      {services.length === 0 ? (
        <p className="services-none">{t('home.services.none')}</p>
      ) : (
        <div className="accordion">
          {services.map(({ icon, title, description }) => (
            <details key={title} name="services">
              <summary>
                <ServiceSign icon={icon} />
                <h3>{title}</h3>
              </summary>
              <p>{description}</p>
            </details>
          ))}
        </div>
      )}
    </section>
  );
}

const SIGNS: Record<ServiceIcon, string> = {
  stall: 'M4 10 6 4h12l2 6M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 13v7h13v-7M9 20v-4h6v4',
  prices: 'M12 3h8v8l-9.5 9.5-8-8zM16 7.5v.01M9 12l3.5 3.5',
  lorry: 'M2 6h12v11H2zM14 10h4l4 4v3h-8M7 17.5a2 2 0 1 0 .01 0M17.5 17.5a2 2 0 1 0 .01 0',
  water: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11M9 14.5a3 3 0 0 0 3 3',
  phone:
    'M6.5 3.5 9 8.5 7 10.5c1.4 2.8 3.7 5.1 6.5 6.5l2-2 5 2.5c-.5 2-2 3.5-4 3.5C9.5 21 3 14.5 3 7.5c0-2 1.5-3.5 3.5-4',
  news: 'M3 5h14v14H5a2 2 0 0 1-2-2zM17 9h4v8a2 2 0 0 1-2 2h-2M6.5 8.5h7M6.5 12h7M6.5 15.5h4',
  scales: 'M12 4v16M7 20h10M4 7h16M4 7l-2.5 6h5zM20 7l-2.5 6h5z',
  guard: 'M12 3l8 3v6c0 4.5-3 7.5-8 9-5-1.5-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5',
};

function ServiceSign({ icon }: { icon: ServiceIcon }) {
  return (
    <svg className="service-sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        d={SIGNS[icon]}
      />
    </svg>
  );
}
