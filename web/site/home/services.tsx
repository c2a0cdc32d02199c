import type { ShownService } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import counter from './pictures/office-counter.svg?no-inline';
import { ServiceSign } from './service-sign.tsx';

interface ServicesProps {
  services: readonly ShownService[];
  text: string;
  speech: Translator;
}

export function Services({ services, text, speech: { t } }: ServicesProps) {
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
